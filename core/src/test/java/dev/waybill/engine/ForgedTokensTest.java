package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.engine.token.TaskTokens;
import dev.waybill.engine.token.TokenKeys;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Thousands of variations of a valid token, with two accepted keys.
class ForgedTokensTest {

  private static final Job JOB = Jobs.in(State.RUNNING);

  private final SteppingClock clock = new SteppingClock();
  private final TokenKeys keys = TokenKeys.load(new MapBlobs(), clock);
  private final TaskTokens tokens = new TaskTokens(keys);
  private final TaskToken good = tokens.issue(JOB, Jobs.NOW);
  private final byte[] bytes = Tokens.bytes(good);
  private final Set<TaskToken> forged = new LinkedHashSet<>();

  @Test
  void a_thousand_mutated_tokens_are_all_refused() {
    keys.rotate();
    flipEveryBit();
    truncateAndExtend();
    claimOtherVersionsAndKeys();
    changeManyBytesAtRandom();
    forged.remove(good);
    assertThat(forged).hasSizeGreaterThan(1_000);
    assertThat(forged)
        .allSatisfy(token -> assertThat(tokens.verify("acme", token)).as(token.value()).isEmpty());
    assertThat(tokens.verify("acme", good)).isPresent();
  }

  @Test
  void a_token_is_refused_for_every_other_tenant() {
    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      String tenant = Integer.toString(random.nextInt(), 36).replace("-", "x");
      assertThat(tokens.verify(tenant, good)).as(tenant).isEmpty();
    }
    assertThat(tokens.verify("acm", good)).isEmpty();
    assertThat(tokens.verify("acmeacme", good)).isEmpty();
    assertThat(tokens.verify("ACME", good)).isEmpty();
  }

  @Test
  void the_queue_in_a_token_cannot_be_changed() {
    byte[] other = bytes.clone();
    byte[] queue = "videos".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    System.arraycopy(queue, 0, other, 30, queue.length);
    assertThat(tokens.verify("acme", Tokens.token(other))).isEmpty();
  }

  private void flipEveryBit() {
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      forged.add(Tokens.token(flipped));
    }
  }

  private void truncateAndExtend() {
    for (int length = 0; length < bytes.length; length++) {
      forged.add(Tokens.token(Arrays.copyOf(bytes, length)));
      forged.add(Tokens.token(Arrays.copyOfRange(bytes, length + 1, bytes.length)));
      forged.add(Tokens.token(Arrays.copyOf(bytes, bytes.length + length + 1)));
    }
  }

  private void claimOtherVersionsAndKeys() {
    for (int value = 0; value < 256; value++) {
      byte[] version = bytes.clone();
      version[0] = (byte) value;
      forged.add(Tokens.token(version));
      byte[] key = bytes.clone();
      key[1] = (byte) value;
      forged.add(Tokens.token(key));
    }
  }

  private void changeManyBytesAtRandom() {
    Random random = new Random(42);
    for (int i = 0; i < 1_000; i++) {
      byte[] changed = bytes.clone();
      for (int change = 0; change <= random.nextInt(8); change++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      forged.add(Tokens.token(changed));
    }
  }
}
