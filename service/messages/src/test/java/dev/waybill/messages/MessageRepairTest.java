package dev.waybill.messages;

import static dev.waybill.messages.MessageFixture.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.message.TopicMessageStatus;
import dev.waybill.topic.Topic;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crashes between the record of a message and its event.
final class MessageRepairTest {

  private @TempDir Path folder;
  private MessageFixture messages;

  @BeforeEach
  void open() {
    messages = new MessageFixture(folder);
  }

  @AfterEach
  void close() {
    messages.close();
  }

  @Test
  void a_record_without_its_event_is_published_once() {
    String id = messages.creator.prepare(TOPIC, MessageFixture.hello("lost")).messageId();
    messages.creator.create(TOPIC, MessageFixture.hello("fine"));
    assertThat(messages.jobs()).hasSize(1);
    assertThat(repair(InstantSource.system())).isEqualTo(1);
    assertThat(messages.jobs()).hasSize(2);
    assertThat(messages.record(id).status()).isEqualTo(TopicMessageStatus.QUEUED);
    assertThat(repair(InstantSource.system())).isZero();
    assertThat(messages.jobs()).hasSize(2);
  }

  @Test
  void an_event_published_before_a_crash_is_not_delivered_twice() {
    MessageCreator.Prepared left = messages.creator.prepare(TOPIC, MessageFixture.hello("lost"));
    messages.waybill.topics().publish(TOPIC, left.event());
    assertThat(repair(InstantSource.system())).isEqualTo(1);
    assertThat(messages.jobs()).hasSize(1);
  }

  @Test
  void records_older_than_a_day_are_not_repaired() {
    messages.creator.prepare(TOPIC, MessageFixture.hello("lost"));
    InstantSource later =
        () -> InstantSource.system().instant().plus(MessageRepair.BACK).plusSeconds(1);
    assertThat(repair(later)).isZero();
    assertThat(messages.jobs()).isEmpty();
  }

  @Test
  void an_event_that_cannot_be_published_does_not_block_the_others() {
    messages.waybill.topics().put(Topic.of("gone"));
    messages.creator.prepare("gone", MessageFixture.hello("lost"));
    messages.waybill.topics().delete("gone");
    messages.creator.prepare(TOPIC, MessageFixture.hello("lost, too"));
    assertThat(repair(InstantSource.system())).isEqualTo(1);
  }

  private int repair(InstantSource clock) {
    return new MessageRepair(messages.creator, messages.facts(clock), messages.ledger).run();
  }
}
