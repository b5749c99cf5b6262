package dev.waybill.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Page;
import dev.waybill.conformance.job.Deliveries;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Catalog.Search;
import dev.waybill.spi.Catalog.Span;
import dev.waybill.spi.Ledger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The promises of a `Catalog` about its entries and searches.
abstract class CatalogSearchConformance {

  static final String KIND = "message";
  private static final int MANY = 1_000;

  /// Words with a meaning in some search language that occur in no text here.
  private static final List<String> HOSTILE =
      List.of(
          "alpha OR beta",
          "alpha AND NOT beta",
          "alpha NOT beta",
          "alpha | beta",
          "NEAR(alpha beta)",
          "alp%",
          "a_pha",
          "alpha' OR '1'='1",
          "alpha\" OR \"beta",
          "alpha\\' beta",
          "text:alpha",
          "{text}: alpha",
          "^text alpha",
          "(alpha OR)",
          "\"alpha beta",
          "a:b:* & !c",
          "alpha; DROP TABLE entries",
          "\0alpha\0beta",
          "\uD83D\uDE00alpha\uD83D\uDE00beta");

  /// Texts without any word.
  private static final List<String> WORDLESS =
      List.of(
          "", " ", "\"", "\"\"", "'", "*", "!!!", "()", "\\", "%", "\0", "\t\n", "-- ", ":*", ".*");

  final String tenant = Drafts.freshTenant();
  final Deliveries mail = new Deliveries(tenant);
  BackendFixture fixture;

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  @BeforeEach
  void openFresh() {
    fixture = openFixture(Settings.DEFAULT.withMaintenanceEvery(null));
    catalog().clear();
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  @Test
  @Seed("S2.22")
  void an_entry_is_found_as_it_was_added() {
    Catalog.Entry entry = entry("a", 1, Map.of("state", "sent", "to", "jo@x.org"), "Hello Jo");

    catalog().upsert(List.of(entry), 1);

    assertThat(search(Map.of(), null)).containsExactly(entry);
  }

  @Test
  @Seed("S2.22")
  void all_filters_must_match_exactly() {
    catalog()
        .upsert(
            List.of(
                entry("a", 1, Map.of("state", "sent", "to", "jo"), ""),
                entry("b", 2, Map.of("state", "sent", "to", "jon"), ""),
                entry("c", 3, Map.of("state", "failed", "to", "jo"), ""),
                entry("d", 4, Map.of(), "sent jo")),
            1);

    assertThat(ids(search(Map.of("state", "sent"), null))).containsExactly("b", "a");
    assertThat(ids(search(Map.of("state", "sent", "to", "jo"), null))).containsExactly("a");
    assertThat(search(Map.of("state", "SENT"), null)).isEmpty();
    assertThat(search(Map.of("sent", "state"), null)).isEmpty();
    assertThat(search(Map.of("state", "sent", "to", "nobody"), null)).isEmpty();
  }

  @Test
  @Seed("S2.22")
  void all_words_must_occur_in_any_order_and_case() {
    catalog()
        .upsert(
            List.of(
                entry("a", 1, Map.of(), "The quick brown fox"),
                entry("b", 2, Map.of(), "a brown bear, quick as well"),
                entry("c", 3, Map.of("quick", "brown"), "nothing of it")),
            1);

    assertThat(ids(search(Map.of(), "quick brown"))).containsExactly("b", "a");
    assertThat(ids(search(Map.of(), "FOX Quick"))).containsExactly("a");
    assertThat(search(Map.of(), "quick wolf")).isEmpty();
  }

  @Test
  @Seed("S2.33")
  void an_unknown_word_finds_similar_words() {
    catalog()
        .upsert(
            List.of(
                entry("a", 1, Map.of(), "Quarterly report"),
                entry("b", 2, Map.of(), "lovelace@example.org world"),
                entry("c", 3, Map.of(), "order 123456 of Zoë, größer")),
            1);

    for (String typo : List.of("wold", "worrld", "wxrld", "wrold", "aorld")) {
      assertThat(ids(search(Map.of(), typo))).as(typo).containsExactly("b");
    }
    for (String typo : List.of("quaterly", "quartrely", "qarterli", "xuarterlz", "quarterley")) {
      assertThat(ids(search(Map.of(), typo + " report"))).as(typo).containsExactly("a");
    }
    assertThat(ids(search(Map.of(), "lovelase@example.org"))).containsExactly("b");
    assertThat(ids(search(Map.of(), "groser"))).containsExactly("c");
    for (String other : List.of("wxxld", "quatrelie", "123457", "wod", "world*x", "wrl*")) {
      assertThat(search(Map.of(), other)).as(other).isEmpty();
    }
    assertThat(search(Map.of(), "\"wold\"")).as("quotes prevent it").isEmpty();
  }

  @Test
  @Seed("S2.33")
  void a_known_word_finds_only_itself_and_words_of_other_tenants_are_unknown() {
    Catalog.Entry mine = entry("a", 1, Map.of(), "bread");
    Catalog.Entry similar = entry("b", 2, Map.of(), "break");
    Catalog.Entry theirs = entry("c", 3, Map.of(), "breed");
    catalog()
        .upsert(
            List.of(mine, similar, like(theirs, new EntryKey(tenant + "-other", KIND, "c"), 3)), 1);

    assertThat(search(Map.of(), "bread")).containsExactly(mine);
    assertThat(search(Map.of(), "breed")).containsExactly(mine);
    assertThat(search(Map.of(), "breat")).containsExactly(similar, mine);
  }

  @Test
  void times_limit_a_search() {
    catalog()
        .upsert(
            List.of(
                entry("a", 1, Map.of("state", "sent"), "word"),
                entry("b", 2, Map.of("state", "sent"), "word"),
                entry("c", 3, Map.of("state", "sent"), "word")),
            1);
    Span middle = new Span(Deliveries.at(2), Deliveries.at(3));

    for (Map<String, String> fields : List.of(Map.<String, String>of(), Map.of("state", "sent"))) {
      for (String words : Arrays.asList(null, "word")) {
        Search limited = new Search(tenant, KIND, fields, words, middle, 10, null);
        assertThat(ids(catalog().search(limited).items())).containsExactly("b");
      }
    }
  }

  @Test
  @Seed("S2.24")
  void a_step_changes_fields_and_keeps_time_and_text() {
    Catalog.Entry before = detailed("a", Map.of("state", "queued", "to", "jo"), Map.of("n", "1"));
    Catalog.Entry after = detailed("a", Map.of("state", "sent", "to", "jo"), Map.of("n", "2"));
    assertThat(advance("", "1", List.of(before), List.of())).isTrue();

    assertThat(advance("1", "2", List.of(), List.of(after, detailed("none", Map.of(), Map.of()))))
        .isTrue();
    assertThat(advance("1", "3", List.of(), List.of(before))).as("not from there").isFalse();

    assertThat(catalog().find(List.of(after.key(), new EntryKey(tenant, KIND, "none"))))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.at()).isEqualTo(before.at());
              assertThat(found.fields()).isEqualTo(after.fields());
              assertThat(found.details()).isEqualTo(after.details());
            });
    assertThat(ids(search(Map.of("state", "sent", "to", "jo"), "invoice"))).containsExactly("a");
    assertThat(search(Map.of("state", "queued"), null)).isEmpty();
  }

  private Catalog.Entry detailed(
      String id, Map<String, String> fields, Map<String, String> details) {
    return new Catalog.Entry(
        new EntryKey(tenant, KIND, id), Deliveries.at(1), fields, details, "invoice");
  }

  private boolean advance(
      String from, String to, List<Catalog.Entry> saved, List<Catalog.Entry> changed) {
    return catalog().advance(new Catalog.Advance(KIND, from, to, saved, changed, List.of()));
  }

  @Test
  void filters_and_words_can_be_combined() {
    catalog()
        .upsert(
            List.of(
                entry("a", 1, Map.of("state", "sent"), "invoice"),
                entry("b", 2, Map.of("state", "failed"), "invoice"),
                entry("c", 3, Map.of("state", "sent"), "reminder")),
            1);

    assertThat(ids(search(Map.of("state", "sent"), "invoice"))).containsExactly("a");
  }

  @Test
  @Promise("X1")
  void search_syntax_in_words_has_no_effect() {
    catalog().upsert(List.of(entry("a", 1, Map.of(), "alpha"), entry("b", 2, Map.of(), "beta")), 1);

    for (String words : HOSTILE) {
      assertThat(search(Map.of(), words)).as(words).isEmpty();
    }
    for (String words : WORDLESS) {
      assertThat(search(Map.of(), words)).as(words).hasSize(2);
    }
    assertThat(ids(search(Map.of(), null))).containsExactly("b", "a");
  }

  @Test
  @Promise("X1")
  void search_syntax_in_filters_has_no_effect() {
    for (String value : HOSTILE) {
      catalog().upsert(List.of(entry("a", 1, Map.of(value, value), "")), 1);

      assertThat(search(Map.of(value, value), null)).as(value).hasSize(1);
      assertThat(search(Map.of(value, "other"), null)).as(value).isEmpty();
    }
  }

  @Test
  void an_entry_replaces_an_earlier_one_with_the_same_key() {
    catalog().upsert(List.of(entry("a", 1, Map.of("state", "queued", "old", "x"), "before")), 1);
    Catalog.Entry after = entry("a", 5, Map.of("state", "sent"), "after");

    catalog().upsert(List.of(entry("a", 2, Map.of(), "between"), after), 2);

    assertThat(search(Map.of(), null)).containsExactly(after);
    assertThat(search(Map.of("state", "sent"), "after")).containsExactly(after);
    assertThat(search(Map.of("old", "x"), null)).isEmpty();
    assertThat(search(Map.of(), "before")).isEmpty();
    assertThat(search(Map.of(), "between")).isEmpty();
  }

  @Test
  void deleted_entries_are_not_found() {
    Catalog.Entry kept = entry("b", 2, Map.of("state", "sent"), "invoice");
    catalog().upsert(List.of(entry("a", 1, Map.of("state", "sent"), "invoice"), kept), 1);

    catalog().delete(List.of(new EntryKey(tenant, KIND, "a"), new EntryKey(tenant, KIND, "none")));

    assertThat(search(Map.of(), null)).containsExactly(kept);
    assertThat(search(Map.of("state", "sent"), "invoice")).containsExactly(kept);
    assertThat(catalog().checkpoint()).isEqualTo(1);
  }

  @Test
  void old_entries_of_a_kind_are_found_in_every_tenant() {
    EntryKey theirs = new EntryKey(tenant + "-other", KIND, "a");
    Catalog.Entry mine = entry("a", 1, Map.of(), "");
    catalog()
        .upsert(
            List.of(
                mine,
                entry("b", 2, Map.of(), ""),
                entry("c", 3, Map.of(), ""),
                new Catalog.Entry(theirs, mine.at(), Map.of(), ""),
                new Catalog.Entry(new EntryKey(tenant, "document", "a"), mine.at(), Map.of(), "")),
            1);
    List<EntryKey> old = List.of(mine.key(), new EntryKey(tenant, KIND, "b"), theirs);

    assertThat(mineOf(catalog().upTo(KIND, Deliveries.at(2), MANY)))
        .containsExactlyInAnyOrderElementsOf(old);
    assertThat(mineOf(catalog().upTo(KIND, Deliveries.at(0), MANY))).isEmpty();
    assertThat(catalog().upTo(KIND, Deliveries.at(3), 2)).hasSize(2);
  }

  /// The kind may have entries of other tests.
  private List<EntryKey> mineOf(List<EntryKey> keys) {
    return keys.stream().filter(key -> key.tenant().startsWith(tenant)).toList();
  }

  @Test
  void pages_contain_every_entry_once_newest_first() {
    List<Catalog.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      entries.add(entry("%02d".formatted(i), i / 7, Map.of("state", "sent"), "word"));
    }
    List<Catalog.Entry> shuffled = new ArrayList<>(entries);
    Collections.shuffle(shuffled, new Random(5));
    catalog().upsert(shuffled, 1);

    assertThat(paged(Map.of(), null, 7)).isEqualTo(entries.reversed());
    assertThat(paged(Map.of("state", "sent"), null, 50)).isEqualTo(entries.reversed());
    assertThat(paged(Map.of("state", "sent"), "word", 1)).isEqualTo(entries.reversed());
  }

  @Test
  void pages_stay_consistent_while_entries_are_added_and_deleted() {
    catalog()
        .upsert(
            List.of(
                entry("a", 1, Map.of(), ""),
                entry("b", 2, Map.of(), ""),
                entry("c", 3, Map.of(), "")),
            1);
    Page<Catalog.Entry> first = page(tenant, Map.of(), null, 2, null);

    catalog().delete(List.of(new EntryKey(tenant, KIND, "b")));
    catalog().upsert(List.of(entry("d", 4, Map.of(), "")), 2);

    assertThat(ids(page(tenant, Map.of(), null, 2, first.nextCursor()).items()))
        .containsExactly("a");
  }

  @Test
  @Promise("T1")
  void searches_are_limited_to_one_tenant_and_one_kind() {
    EntryKey theirs = new EntryKey(tenant + "-other", KIND, "a");
    EntryKey document = new EntryKey(tenant, "document", "a");
    Catalog.Entry mine = entry("a", 2, Map.of("state", "sent"), "invoice");
    catalog().upsert(List.of(mine, like(mine, theirs, 1), like(mine, document, 1)), 1);

    assertThat(search(Map.of(), null)).containsExactly(mine);
    assertThat(search(Map.of("state", "sent"), "invoice")).containsExactly(mine);
    catalog().delete(List.of(theirs));
    assertThat(search(Map.of(), null)).containsExactly(mine);
  }

  @Test
  @Promise("T1")
  void a_cursor_of_another_tenant_reveals_nothing() {
    String other = tenant + "-other";
    List<Catalog.Entry> entries = new ArrayList<>();
    for (int second = 1; second <= 3; second++) {
      Catalog.Entry mine = entry("m" + second, second, Map.of(), "");
      entries.add(mine);
      entries.add(like(mine, new EntryKey(other, KIND, "t" + second), second));
    }
    catalog().upsert(entries, 1);
    String cursor = page(other, Map.of(), null, 1, null).nextCursor();

    assertThat(ids(page(tenant, Map.of(), null, 10, cursor).items()))
        .allMatch(id -> id.startsWith("m"));
  }

  @Test
  void the_checkpoint_moves_with_the_entries() {
    assertThat(catalog().checkpoint()).isZero();

    catalog().upsert(List.of(entry("a", 1, Map.of(), "")), 41);
    assertThat(catalog().checkpoint()).isEqualTo(41);
    catalog().upsert(List.of(), 42);
    assertThat(catalog().checkpoint()).isEqualTo(42);
  }

  @Test
  @Promise("R2")
  void clearing_deletes_all_entries_and_the_checkpoint() {
    catalog().upsert(List.of(entry("a", 1, Map.of("state", "sent"), "invoice")), 41);

    catalog().clear();

    assertThat(catalog().checkpoint()).isZero();
    assertThat(search(Map.of(), null)).isEmpty();
    assertThat(search(Map.of("state", "sent"), "invoice")).isEmpty();
  }

  private Catalog.Entry entry(String id, int second, Map<String, String> fields, String text) {
    return new Catalog.Entry(new EntryKey(tenant, KIND, id), Deliveries.at(second), fields, text);
  }

  private static Catalog.Entry like(Catalog.Entry entry, EntryKey key, int second) {
    return new Catalog.Entry(key, Deliveries.at(second), entry.fields(), entry.text());
  }

  List<Catalog.Entry> search(Map<String, String> fields, @Nullable String words) {
    return page(tenant, fields, words, 100, null).items();
  }

  private List<Catalog.Entry> paged(Map<String, String> fields, @Nullable String words, int limit) {
    Page<Catalog.Entry> page = page(tenant, fields, words, limit, null);
    List<Catalog.Entry> all = new ArrayList<>(page.items());
    while (page.nextCursor() != null) {
      assertThat(page.items()).hasSize(limit);
      page = page(tenant, fields, words, limit, page.nextCursor());
      all.addAll(page.items());
    }
    return all;
  }

  private Page<Catalog.Entry> page(
      String of,
      Map<String, String> fields,
      @Nullable String words,
      int limit,
      @Nullable String before) {
    return catalog().search(new Search(of, KIND, fields, words, limit, before));
  }

  private static List<String> ids(List<Catalog.Entry> entries) {
    return entries.stream().map(entry -> entry.key().id()).toList();
  }

  Catalog catalog() {
    return fixture.backend().catalog();
  }

  Ledger ledger() {
    return fixture.backend().ledger();
  }
}
