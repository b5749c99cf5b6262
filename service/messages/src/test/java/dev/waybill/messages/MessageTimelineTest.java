package dev.waybill.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MessageTimelineTest {

  private @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Subscription.Format.class)
  void a_message_is_part_of_the_timeline_with_every_event_format(Subscription.Format format) {
    try (Waybill waybill = Waybill.open(folder)) {
      waybill.topics().put(Topic.of("messages"));
      waybill.topics().subscribe(Subscription.of("messages", "p", "q").withFormat(format));
      NewTopicMessage hello = NewTopicMessage.byScheduler("hello", "dev", "{}");
      CreatedTopicMessage created = waybill.topicMessages().create("messages", hello);
      assertThat(waybill.timeline(created.correlationId()).entries())
          .extracting(Timeline.Entry::text)
          .contains("message " + created.messageId() + ": MessageCreated (attempt 1)");
    }
  }
}
