package dev.waybill.messages.provider.aws;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/// A topic of SNS, such as `arn:aws:sns:eu-west-1:123456789012:mail-events`.
record SnsTopic(String arn) {

  private static final Pattern ARN =
      Pattern.compile("arn:(aws|aws-cn|aws-us-gov):sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]+");

  SnsTopic {
    if (!ARN.matcher(arn).matches()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "messages.providers: topic_arn must be the ARN of an SNS topic");
    }
  }

  private String region() {
    return arn.split(":", -1)[3];
  }

  private String domain() {
    return arn.startsWith("arn:aws-cn:") ? "amazonaws.com.cn" : "amazonaws.com";
  }

  String host() {
    return "sns." + region() + '.' + domain();
  }

  /// The names in certificates of SNS; newer regions have their own.
  Set<String> signers() {
    return Set.of("sns." + domain(), "sns-signing." + region() + '.' + domain(), host());
  }

  /// The call that confirms a subscription, made from the topic and the token alone.
  URI confirmation(String token) {
    return URI.create(
        "https://%s/?Action=ConfirmSubscription&TopicArn=%s&Token=%s"
            .formatted(host(), encoded(arn), encoded(token)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
