package dev.waybill.documents.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Page;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SessionListTest {

  private final AtomicInteger reads = new AtomicInteger();
  private final SessionList list =
      new SessionList(
          new ForwardingLedger(new ModelLedger()) {
            @Override
            public List<Fact.Recorded> history(LedgerKey key, long after, int limit) {
              reads.incrementAndGet();
              return super.history(key, after, limit);
            }
          },
          "acme",
          "list");

  private void add(int from, int before) {
    list.ledger()
        .record(
            IntStream.range(from, before)
                .mapToObj(number -> list.listed("s1", "d-" + number, Instant.EPOCH))
                .toList());
  }

  private Page<String> page(Page.Request request, Set<String> existing) {
    return list.page(
        "s1",
        request,
        ids -> {
          Map<String, String> found = new HashMap<>();
          ids.stream().filter(existing::contains).forEach(id -> found.put(id, id));
          return found;
        });
  }

  @Test
  void deleted_entries_are_read_many_at_once() {
    add(0, 3_001);
    Page<String> page = page(Page.Request.first(1), Set.of("d-3000"));
    assertThat(page.items()).containsExactly("d-3000");
    assertThat(reads).hasValueLessThan(10);
  }

  @Test
  void a_page_ends_with_a_cursor_after_many_deleted_entries() {
    add(0, 12_000);
    Set<String> existing = Set.of("d-1", "d-11000", "d-11999");
    List<String> found = new ArrayList<>();
    Page<String> page = page(Page.Request.first(2), existing);
    assertThat(page.items()).containsExactly("d-1");
    found.addAll(page.items());
    while (page.nextCursor() != null) {
      reads.set(0);
      page = page(new Page.Request(2, Objects.requireNonNull(page.nextCursor())), existing);
      assertThat(reads).hasValueLessThan(15);
      found.addAll(page.items());
    }
    assertThat(found).containsExactly("d-1", "d-11000", "d-11999");
  }

  @Test
  void pages_continue_where_the_one_before_ended() {
    add(0, 20);
    Set<String> even = Set.of("d-0", "d-2", "d-4", "d-6", "d-18");
    Page<String> first = page(Page.Request.first(3), even);
    assertThat(first.items()).containsExactly("d-0", "d-2", "d-4");
    Page<String> second =
        page(new Page.Request(3, Objects.requireNonNull(first.nextCursor())), even);
    assertThat(second.items()).containsExactly("d-6", "d-18");
    assertThat(second.nextCursor()).isNull();
  }
}
