package dev.waybill.bench.measure;

import dev.waybill.Page;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/// Messages: sending through the sandbox compared with draining no-op jobs, and the search index
/// with many messages.
public final class MessageMeasure implements Measure {

  private static final double SEND_TARGET = 0.25;
  private static final double REBUILD_TARGET = 60;
  private static final double SEARCH_TARGET = 50;
  private static final double LIST_TARGET = 10;
  private static final double LAG_TARGET = 1_000;
  private static final int QUERIES = 500;
  private static final int FAR_PAGE = 1_000;
  private static final int PAGE = 20;

  private final Scratch scratch;

  public MessageMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback figures = new Loopback(results);
    Path folder = scratch.next("messages");
    double jobs = 0;
    try (Subject subject = contender.open()) {
      Drain.fill(subject, plan.drain(contender));
      jobs = Drain.run(subject, contender.workers(), plan.drain(contender)).rate();
    }
    try (MessageStore store = MessageStore.open(folder)) {
      send(store, plan.drain(contender), jobs, figures);
      rebuild(store, figures);
      store.acceptForLater(Math.max(0, plan.messages() - plan.drain(contender)));
      store.awaitIndex();
      String stored = Numbers.of(Math.max(plan.messages(), plan.drain(contender))) + " messages";
      search(store, stored, figures);
      list(store, stored, figures);
      lag(store, plan, figures);
    }
    Scratch.delete(folder);
  }

  /// As the drain of jobs: all messages are accepted before the first one is sent.
  private static void send(MessageStore store, int messages, double jobs, Loopback figures) {
    String setting = Numbers.of(messages) + " messages";
    store.pauseSending();
    long began = System.nanoTime();
    store.accept(messages);
    figures.add("accept messages, 1,000 a call", setting, "messages/s", rate(messages, began));
    store.awaitIndex();
    long resumed = System.nanoTime();
    store.resumeSending();
    store.awaitSent();
    double sent = rate(messages, resumed);
    figures.add("send messages through the sandbox", setting, "messages/s", sent);
    figures.add("drain no-op jobs in the same run", setting, "jobs/s", jobs);
    figures.ratio("send messages", "drain jobs", sent / jobs, SEND_TARGET);
  }

  private static double rate(int count, long began) {
    return count * 1e9 / (System.nanoTime() - began);
  }

  private static void rebuild(MessageStore store, Loopback figures) {
    store.awaitIndex();
    long began = System.nanoTime();
    store.clearIndex();
    store.awaitIndex();
    double seconds = (System.nanoTime() - began) / 1e9;
    figures.add("rebuild the index", Numbers.of((int) store.facts()) + " facts", "s", seconds);
    figures.atMost(
        "rebuild the index, per 1,000,000 facts",
        "s",
        seconds * 1_000_000 / store.facts(),
        REBUILD_TARGET);
  }

  /// Every search has three filters besides its words.
  private static void search(MessageStore store, String stored, Loopback figures) {
    Random random = new Random(7);
    SampleMessages samples = new SampleMessages(8);
    times(
        "search by a word, " + stored,
        SEARCH_TARGET,
        figures,
        () -> page(store, filtered(random).withWords(samples.word()), Page.Request.FIRST));
    times(
        "search by two words, " + stored,
        SEARCH_TARGET,
        figures,
        () -> {
          String words = samples.word() + " " + samples.word();
          page(store, filtered(random).withWords(words), Page.Request.FIRST);
        });
    times(
        "search by a misspelled word, " + stored,
        SEARCH_TARGET,
        figures,
        () -> {
          String word = SampleMessages.misspelled(samples.word());
          page(store, filtered(random).withWords(word), Page.Request.FIRST);
        });
  }

  private static MessageFilter filtered(Random random) {
    return MessageFilter.ALL
        .with(Field.CHANNEL, SampleMessages.channel(random.nextInt(SampleMessages.CHANNELS)))
        .with(Field.TAG, SampleMessages.tag(random.nextInt(SampleMessages.TAGS)))
        .with(Field.CAMPAIGN, SampleMessages.campaign(random.nextInt(SampleMessages.CAMPAIGNS)));
  }

  private static void list(MessageStore store, String stored, Loopback figures) {
    Page.Request first = Page.Request.first(PAGE);
    times(
        "list, first page, " + stored,
        LIST_TARGET,
        figures,
        () -> page(store, MessageFilter.ALL, first));
    Page.Request far = first;
    Page<Message> page = page(store, MessageFilter.ALL, first);
    for (int i = 2; i <= FAR_PAGE && page.nextCursor() != null; i++) {
      far = first.next(page.nextCursor());
      page = page(store, MessageFilter.ALL, far);
    }
    Page.Request last = far;
    times(
        "list, page " + Numbers.of(FAR_PAGE) + ", " + stored,
        LIST_TARGET,
        figures,
        () -> page(store, MessageFilter.ALL, last));
    MessageFilter older = MessageFilter.ALL.withCreated(null, page.items().getFirst().createdAt());
    times("list before a time, " + stored, LIST_TARGET, figures, () -> page(store, older, first));
  }

  private static Page<Message> page(MessageStore store, MessageFilter filter, Page.Request page) {
    return store.messages().list(filter, page);
  }

  private static void times(String measure, double target, Loopback figures, Runnable call) {
    long[] nanos = new long[QUERIES];
    for (int warm = 0; warm < QUERIES / 5; warm++) {
      call.run();
    }
    for (int i = 0; i < QUERIES; i++) {
      long began = System.nanoTime();
      call.run();
      nanos[i] = System.nanoTime() - began;
    }
    percentiles(measure, nanos, target, figures);
  }

  private static void percentiles(String measure, long[] nanos, double target, Loopback figures) {
    Arrays.sort(nanos);
    figures.add(measure + ", p50", "", "ms", LatencyMeasure.percentile(nanos, 0.5) / 1e6);
    figures.atMost(measure + ", p99", "ms", LatencyMeasure.percentile(nanos, 0.99) / 1e6, target);
  }

  private static void lag(MessageStore store, Plan plan, Loopback figures) {
    long[] lags = new IndexLag(store).at((int) plan.latency().toSeconds());
    percentiles("index lag at 1,000 messages a second", lags, LAG_TARGET, figures);
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }
}
