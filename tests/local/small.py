"""A deployment of two functions, small enough to be read beside a test."""

from pathlib import Path

TEMPLATE = """
Parameters:
  LeaseSeconds: { Type: Number, Default: 60 }
  MockMode: { Type: String, Default: "off" }
Globals:
  Function:
    Handler: app.lambda_handler
    Environment:
      Variables: { TABLE_NAME: !Ref Things, LEASE_SECONDS: !Ref LeaseSeconds, MOCK_MODE: !Ref MockMode }
Resources:
  Things:
    Type: AWS::DynamoDB::Table
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: pk, AttributeType: S }]
      KeySchema: [{ AttributeName: pk, KeyType: HASH }]
      TimeToLiveSpecification: { AttributeName: expiresAt, Enabled: true }
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true }
  Layer:
    Type: AWS::Serverless::LayerVersion
    Properties: { ContentUri: layers/small/ }
  EchoFunction:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: functions/echo/
      Events:
        Get: { Type: HttpApi, Properties: { Method: GET, Path: "/api/echo/{id}" } }
        Post: { Type: HttpApi, Properties: { Method: POST, Path: /api/echo } }
        Minutely: { Type: Schedule, Properties: { Schedule: rate(1 minute) } }
  OtherFunction:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: functions/other/
      Events:
        Default: { Type: HttpApi }
"""
ECHO = """
import json
import small_layer

def lambda_handler(event, context):
    return {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": json.dumps(event)}
"""
OTHER = """
def lambda_handler(event, context):
    if event["rawPath"] == "/raise":
        raise KeyError("a secret detail")
    if event["rawPath"] == "/empty":
        return {"statusCode": 204}
    return {"statusCode": 404, "body": "other"}
"""


def a_deployment(folder: Path, template: str = TEMPLATE) -> Path:
    """The template's path, in a folder with the functions and the layer that it names."""
    for name, text in {
        "template.yaml": template,
        "functions/echo/app.py": ECHO,
        "functions/other/app.py": OTHER,
        "layers/small/python/small_layer.py": "",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "template.yaml"
