package dev.waybill.bus.sns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.bus.binding.BindingText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnsBindingTest {

  private static final String ARN = "m=arn:aws:sns:us-east-1:123456789012:messages-dev";

  @TempDir private Path folder;

  private static List<SnsBinding> parse(String text) {
    return SnsBinding.parseAll(BindingText.parseAll(text));
  }

  private static void assertRefused(String text, String words) {
    assertThatThrownBy(() -> parse(text))
        .as(text)
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessageContaining(words);
  }

  @Test
  void a_binding_names_a_topic_an_arn_and_a_queue() {
    SnsBinding binding = parse(ARN + "?queue=message-queue-dev").getFirst();
    assertThat(binding.region()).isEqualTo("us-east-1");
    assertThat(binding.name()).isEqualTo("messages-dev");
    assertThat(binding.queue()).isEqualTo("message-queue-dev");
    assertThat(binding.subscriptions())
        .containsExactly(new SqsSubscription("message-queue-dev", false, null, false));
  }

  @Test
  void a_malformed_binding_is_refused() {
    assertRefused(ARN, "queue");
    assertRefused(ARN + ".fifo?direction=out", "FIFO");
    assertRefused("m=arn:aws:sqs:us-east-1:123456789012:q", "arn:aws:sns");
    assertRefused(ARN + "?queue=a.b", "a.b");
    assertRefused(ARN + "?queue=q&endpoint=ftp://x", "endpoint");
    assertRefused(ARN + "?queue=q&colour=red", "colour");
    assertRefused(ARN + "?queue=q&create=maybe", "create");
    assertRefused(ARN + "?queue=q " + ARN + "?queue=q", "twice");
    assertRefused(ARN + "?direction=out&subscriptions=/nowhere/x.json", "/nowhere/x.json");
    assertRefused(ARN + "?queue=%zz", "percent");
  }

  @Test
  void a_filter_beyond_the_limits_of_sns_is_refused_before_aws_sees_it() throws Exception {
    refuse("{\"a\":[1],\"b\":[1],\"c\":[1],\"d\":[1],\"e\":[1],\"f\":[1]}", "6 keys");
    refuse("{\"a\":[1,2,3,4,5,6,7,8,9,10,11,12,13],\"b\":[1,2,3,4,5,6,7,8,9,10,11,12]}", "156");
    refuse("{\"a\":[{\"anything-but\":{\"suffix\":\"x\"}}]}", "anything-but");
    refuse("{\"a\":[{\"numeric\":[\">\",5000000000]}]}", "1000000000");
    refuse("{\"a\":\"b\"}", "list");
    refuse("{}", "no keys");
  }

  private void refuse(String filter, String words) throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(
        file, "{\"subscriptions\":[{\"queue\":\"q\",\"filter\":%s}]}".formatted(filter));
    assertRefused(ARN + "?direction=out&subscriptions=" + file, words);
  }

  @Test
  void nesting_counts_in_the_combinations_of_a_policy_on_the_body() throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(
        file,
        "{\"subscriptions\":[{\"queue\":\"q\",\"scope\":\"body\",\"filter\":{\"a\":{\"b\":{\"c\":"
            + "[1,2,3,4,5,6,7,8,9,10]}},\"d\":[1,2,3,4,5,6]}}]}");
    assertRefused(ARN + "?direction=out&subscriptions=" + file, "180");
  }
}
