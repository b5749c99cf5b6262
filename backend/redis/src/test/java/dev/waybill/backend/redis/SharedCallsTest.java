package dev.waybill.backend.redis;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class SharedCallsTest {

  private final ConcurrentLinkedQueue<List<Integer>> sent = new ConcurrentLinkedQueue<>();
  private final Semaphore allowed = new Semaphore(0);
  private final SharedCalls<Integer, String> calls = new SharedCalls<>(this::send);

  private List<String> send(List<Integer> items) {
    sent.add(items);
    allowed.acquireUninterruptibly();
    if (items.contains(-1)) {
      throw new WaybillException(Code.STORE_FAILED, "an item cannot be processed");
    }
    return items.stream().map(String::valueOf).toList();
  }

  @Test
  void a_single_caller_is_sent_at_once() {
    allowed.release();
    assertThat(calls.call(List.of(1, 2))).containsExactly("1", "2");
    assertThat(sent).containsExactly(List.of(1, 2));
  }

  @Test
  void callers_that_come_while_two_groups_are_under_way_share_the_next_one() throws Exception {
    List<Background<List<String>>> callers = callersBehindTwoGroups(List.of(3, 4, 5));
    allowed.release(10);
    for (int i = 0; i < callers.size(); i++) {
      assertThat(callers.get(i).answer()).containsExactly(String.valueOf(i + 1));
    }
    assertThat(sent).hasSize(3);
  }

  @Test
  void an_item_that_fails_does_not_fail_other_callers() throws Exception {
    List<Background<List<String>>> callers = callersBehindTwoGroups(List.of(3, -1, 5));
    allowed.release(10);
    assertThat(callers.get(2).answer()).containsExactly("3");
    assertThat(callers.get(4).answer()).containsExactly("5");
    assertThatThrownBy(() -> callers.get(3).answer()).hasMessageContaining("cannot be processed");
  }

  /// Callers of 1 and 2, whose groups wait for their answers, and then of the others.
  private List<Background<List<String>>> callersBehindTwoGroups(List<Integer> others) {
    List<Background<List<String>>> callers = new ArrayList<>();
    for (int item : List.of(1, 2)) {
      callers.add(Background.of(() -> calls.call(List.of(item))));
      eventually(() -> assertThat(sent).hasSize(item));
    }
    for (int item : others) {
      int before = calls.waiting();
      callers.add(Background.of(() -> calls.call(List.of(item))));
      eventually(() -> assertThat(calls.waiting()).isEqualTo(before + 1));
    }
    return callers;
  }
}
