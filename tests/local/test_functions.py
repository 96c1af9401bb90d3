"""Functions loaded from their folders."""

from pathlib import Path

import pytest

from local import functions, template
from local.functions import Context, Crashed, Functions
from local.template import Template
from local.trouble import Trouble
from tests.local.small import a_deployment


def small(folder: Path) -> Template:
    return template.read(a_deployment(folder), {})


def loaded(read: Template) -> Functions:
    return functions.load(read.functions.values(), read.imports)


def test_two_modules_of_one_name_are_two_functions(tmp_path: Path) -> None:
    both = loaded(small(tmp_path))
    assert both.call("EchoFunction", {"rawPath": "/"})["statusCode"] == 200
    assert both.call("OtherFunction", {"rawPath": "/"})["statusCode"] == 404


def test_one_that_raises_leaves_its_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Crashed, match="KeyError"):
        loaded(small(tmp_path)).call("OtherFunction", {"rawPath": "/raise"})
    assert "app.py" in capsys.readouterr().err


def test_the_context_says_which_function_it_is() -> None:
    context = Context("EchoFunction")
    assert context.invoked_function_arn.endswith(":function:EchoFunction")
    assert context.aws_request_id != Context("EchoFunction").aws_request_id


def test_a_folder_without_its_module_is_one_sentence(tmp_path: Path) -> None:
    read = small(tmp_path)
    (tmp_path / "functions/echo/app.py").unlink()
    with pytest.raises(Trouble, match=r"EchoFunction should be at .*/functions/echo/app.py"):
        loaded(read)


def test_a_module_without_its_handler_is_one_sentence(tmp_path: Path) -> None:
    read = small(tmp_path)
    (tmp_path / "functions/echo/app.py").write_text("")
    with pytest.raises(Trouble, match=r"app.py has no lambda_handler\."):
        loaded(read)
