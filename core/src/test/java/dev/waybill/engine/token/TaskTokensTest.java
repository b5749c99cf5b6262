package dev.waybill.engine.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.engine.Jobs;
import dev.waybill.engine.MapBlobs;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskTokensTest {

  private static final Job JOB = Jobs.in(State.RUNNING);
  private static final Instant UNTIL = Jobs.NOW.plusSeconds(30);

  private final TaskTokens tokens = tokensWithKeyOfTheirOwn();
  private final TaskToken token = tokens.issue(JOB, UNTIL);

  @Test
  void a_token_identifies_its_lease() {
    assertThat(tokens.verify("acme", token))
        .contains(new LeaseKey(new JobKey("acme", JOB.id()), JOB.attempt()));
  }

  @Test
  void an_expired_token_still_identifies_its_lease() {
    assertThat(tokens.verify("acme", tokens.issue(JOB, Instant.EPOCH))).isPresent();
  }

  @Test
  void a_token_of_another_tenant_is_refused() {
    assertThat(tokens.verify("acm", token)).isEmpty();
    assertThat(tokens.verify("acme2", token)).isEmpty();
    assertThat(tokens.verify("other", token)).isEmpty();
  }

  @Test
  void a_token_with_any_flipped_bit_is_refused() {
    byte[] bytes = Base64.getUrlDecoder().decode(token.value());
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertRefused(encode(flipped));
    }
  }

  @Test
  void a_token_with_any_other_character_is_refused() {
    String other = "Aa0-_=/+ ~\u00fc";
    for (int at = 0; at < token.value().length(); at++) {
      for (int c = 0; c < other.length(); c++) {
        if (token.value().charAt(at) != other.charAt(c)) {
          StringBuilder changed = new StringBuilder(token.value());
          changed.setCharAt(at, other.charAt(c));
          assertRefused(changed.toString());
        }
      }
    }
  }

  @Test
  void a_truncated_or_extended_token_is_refused() {
    for (int length = 0; length < token.value().length(); length++) {
      assertRefused(token.value().substring(0, length));
      assertRefused(token.value().substring(token.value().length() - length));
    }
    assertRefused(token.value() + "A");
    assertRefused(token.value() + "=");
    assertRefused(token.value() + "\n");
  }

  @Test
  void a_thousand_random_texts_are_refused() {
    Random random = new Random(42);
    for (int i = 0; i < 1_000; i++) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      if (noise.length > 2) {
        noise[0] = 1;
        noise[1] = 1;
      }
      assertRefused(encode(noise));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "....", "v1.a.b.c", "\u0000", "\ud800"})
  void malformed_input_is_refused(String garbage) {
    assertRefused(garbage);
  }

  @Test
  void a_huge_token_is_refused() {
    assertRefused("A".repeat(10_000_000));
  }

  @Test
  void the_signature_of_one_job_is_invalid_for_another() {
    Job other = Jobs.in(State.RUNNING, 4, 0, 0);
    byte[] mixed = Base64.getUrlDecoder().decode(tokens.issue(other, UNTIL).value());
    byte[] mine = Base64.getUrlDecoder().decode(token.value());
    System.arraycopy(mine, mine.length - 32, mixed, mixed.length - 32, 32);
    assertRefused(encode(mixed));
  }

  @Test
  void a_token_signed_with_another_key_is_refused() {
    assertThat(tokensWithKeyOfTheirOwn().verify("acme", token)).isEmpty();
  }

  @Test
  void threads_that_sign_at_once_do_not_mix_their_tokens() throws InterruptedException {
    List<Thread> threads =
        Arrays.asList(new Thread[8]).stream()
            .map(_ -> Thread.ofVirtual().unstarted(this::issueAndVerify))
            .toList();
    List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
    for (Thread thread : threads) {
      thread.setUncaughtExceptionHandler((_, thrown) -> failures.add(thrown));
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  private void issueAndVerify() {
    for (int attempt = 1; attempt < 2_000; attempt++) {
      Job job = Jobs.in(State.RUNNING, attempt, 0, 0);
      LeaseKey expected = new LeaseKey(new JobKey("acme", job.id()), attempt);
      assertThat(tokens.verify("acme", tokens.issue(job, UNTIL))).contains(expected);
    }
  }

  private void assertRefused(String value) {
    assertThat(tokens.verify("acme", new TaskToken(value))).as("%.200s", value).isEmpty();
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static TaskTokens tokensWithKeyOfTheirOwn() {
    return new TaskTokens(TokenKeys.load(new MapBlobs(), () -> Jobs.NOW));
  }
}
