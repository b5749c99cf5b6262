package dev.waybill.engine.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.engine.Jobs;
import dev.waybill.engine.MapBlobs;
import dev.waybill.engine.SteppingClock;
import dev.waybill.engine.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Two servers, `here` and `there`, on one store.
class TokenKeysTest {

  private static final Job JOB = Jobs.in(State.RUNNING);

  private final MapBlobs blobs = new MapBlobs();
  private final SteppingClock clock = new SteppingClock();
  private final TokenKeys keysHere = TokenKeys.load(blobs, clock);
  private final TaskTokens here = new TaskTokens(keysHere);
  private final TaskTokens there = new TaskTokens(TokenKeys.load(blobs, clock));

  @Test
  void servers_on_one_store_accept_each_others_tokens() {
    assertAccepted(there, issue(here));
    assertAccepted(here, issue(there));
  }

  @Test
  void servers_accept_each_others_tokens_at_every_moment_of_a_rotation() {
    rotate();
    for (int second = 0; second < 10; second++) {
      assertAccepted(there, issue(here));
      assertAccepted(here, issue(there));
      clock.advance(Duration.ofMillis(500));
    }
  }

  @Test
  void a_forged_key_id_just_before_a_rotation_does_not_block_valid_tokens() {
    TaskToken good = issue(here);
    clock.advance(TokenKeys.LOOK_EVERY);
    assertRefused(there, withKeyId(good, 2));
    rotate();
    TaskToken first = firstOfTheNewKey();
    assertAccepted(there, first);
  }

  @Test
  void a_new_key_signs_once_it_has_settled() {
    rotate();
    assertThat(keyId(issue(here))).isEqualTo(1);
    clock.advance(TokenKeys.SETTLE);
    assertThat(keyId(issue(here))).isEqualTo(2);
  }

  @Test
  void tokens_stay_valid_after_one_rotation_and_are_refused_everywhere_after_two() {
    TaskToken old = issue(here);
    rotate();
    settle();
    assertAccepted(here, old);
    assertAccepted(there, old);
    rotate();
    assertRefused(here, old);
    clock.advance(TokenKeys.LOOK_EVERY);
    assertRefused(there, old);
  }

  @Test
  void exactly_two_keys_are_accepted_throughout_hundreds_of_rotations() {
    TaskToken beforeLast = issue(here);
    for (int rotation = 0; rotation < 600; rotation++) {
      TaskToken last = issue(here);
      rotate();
      settle();
      assertAccepted(here, last);
      assertAccepted(there, last);
      if (rotation > 0) {
        assertRefused(here, beforeLast);
        assertRefused(there, beforeLast);
      }
      beforeLast = last;
    }
    assertThat(keyId(issue(here))).isEqualTo(601 % 256);
  }

  @Test
  void a_server_that_starts_later_finds_the_two_accepted_keys_with_few_reads() {
    for (int rotation = 0; rotation < 300; rotation++) {
      rotate();
      settle();
    }
    blobs.reads.set(0);
    TaskTokens late = new TaskTokens(TokenKeys.load(blobs, clock));
    assertThat(blobs.reads.get()).isLessThan(25);
    assertAccepted(late, issue(here));
    assertAccepted(here, issue(late));
  }

  @Test
  void servers_that_start_at_once_agree_on_the_first_key() {
    MapBlobs fresh = new MapBlobs();
    List<TaskTokens> servers =
        IntStream.range(0, 16)
            .parallel()
            .mapToObj(_ -> new TaskTokens(TokenKeys.load(fresh, clock)))
            .toList();
    TaskToken token = issue(servers.getFirst());
    assertThat(servers).allSatisfy(server -> assertAccepted(server, token));
  }

  @Test
  void servers_that_rotate_at_once_add_one_key() {
    List<TokenKeys> servers =
        Stream.generate(() -> TokenKeys.load(blobs, clock)).limit(16).toList();
    List<Integer> added =
        servers.parallelStream()
            .map(TokenKeysTest::rotatedOrZero)
            .filter(number -> number > 0)
            .toList();
    assertThat(added).isNotEmpty().containsOnly(2);
  }

  @Test
  void a_second_rotation_moments_later_is_refused() {
    rotate();
    assertThatThrownBy(keysHere::rotate)
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.WRONG_STATE));
    settle();
    assertThat(keysHere.rotate()).isEqualTo(3);
  }

  @Test
  void a_million_forged_key_ids_cost_one_read_per_second() {
    TaskToken good = issue(here);
    clock.advance(TokenKeys.LOOK_EVERY);
    blobs.reads.set(0);
    for (int i = 0; i < 1_000_000; i++) {
      keysHere.verifying((byte) (2 + i % 200));
    }
    assertThat(blobs.reads.get()).isEqualTo(1);
    assertAccepted(here, good);
  }

  @Test
  void a_store_that_cannot_be_read_keeps_the_known_keys_in_use() {
    TaskToken good = issue(there);
    blobs.failing = true;
    clock.advance(TokenKeys.LOOK_EVERY);
    assertAccepted(here, good);
    assertAccepted(here, issue(here));
  }

  @Test
  void a_key_of_the_wrong_length_prevents_the_start() {
    MapBlobs damaged = new MapBlobs();
    damaged.put(Tenants.SYSTEM, StoredKeys.name(1), new byte[31]);
    assertThatThrownBy(() -> TokenKeys.load(damaged, clock))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT));
  }

  private TaskToken firstOfTheNewKey() {
    TaskToken token = issue(here);
    while (keyId(token) != 2) {
      clock.advance(Duration.ofMillis(1));
      token = issue(here);
    }
    return token;
  }

  private void rotate() {
    keysHere.rotate();
  }

  private void settle() {
    clock.advance(TokenKeys.SETTLE);
  }

  private static int rotatedOrZero(TokenKeys keys) {
    try {
      return keys.rotate();
    } catch (WaybillException refused) {
      return 0;
    }
  }

  private static TaskToken issue(TaskTokens tokens) {
    return tokens.issue(JOB, Jobs.NOW);
  }

  private static int keyId(TaskToken token) {
    return Byte.toUnsignedInt(Tokens.bytes(token)[1]);
  }

  private static TaskToken withKeyId(TaskToken token, int id) {
    byte[] bytes = Tokens.bytes(token);
    bytes[1] = (byte) id;
    return Tokens.token(bytes);
  }

  private static void assertAccepted(TaskTokens server, TaskToken token) {
    assertThat(server.verify("acme", token)).isPresent();
  }

  private static void assertRefused(TaskTokens server, TaskToken token) {
    assertThat(server.verify("acme", token)).isEmpty();
  }
}
