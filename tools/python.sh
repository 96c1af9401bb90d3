# Prints the first Python on this machine that Engawa runs on.
for python in python3 python3.13 python3.12 python3.11 python3.14; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$python"
    exit 0
  fi
done
found=$(python3 --version 2>&1)
echo "Engawa needs Python 3.11 or newer, as python3, python3.13, python3.12 or python3.11; found: $found" >&2
exit 1
