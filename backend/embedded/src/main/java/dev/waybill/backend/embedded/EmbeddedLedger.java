package dev.waybill.backend.embedded;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The ledger in the embedded store: facts go through the same log as jobs.
final class EmbeddedLedger implements Ledger {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Writer writer;
  private final LedgerMachine machine;
  private final LedgerHistory history;
  private final Projector projector;

  EmbeddedLedger(Writer writer, LedgerMachine machine, LedgerHistory history, Projector projector) {
    this.writer = writer;
    this.machine = machine;
    this.history = history;
    this.projector = projector;
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    List<Answer> answers = new ArrayList<>(facts.size());
    while (answers.size() < facts.size()) {
      answers.addAll(recordSome(facts.subList(answers.size(), facts.size())));
    }
    return answers;
  }

  /// Records facts in order, up to one for which the history has to be looked at again.
  private List<Answer> recordSome(List<Fact> facts) {
    List<Fact> some = facts.subList(0, Math.min(facts.size(), CHUNK));
    LedgerMachine.Archived archived = history.archived(some);
    int weight = some.stream().mapToInt(Weights::fact).sum();
    return writer.call(
        new Ask<>(
            weight,
            jobs -> {
              List<Answer> answers = new ArrayList<>(some.size());
              for (Fact fact : some) {
                Answer answer = machine.record(fact, archived, jobs.frame());
                if (answer == null) {
                  break;
                }
                answers.add(answer);
              }
              return answers;
            }));
  }

  private static final int CHUNK = 100;

  /// Until the last fact is in the history. Jobs that came after it do not matter here: those who
  /// follow the ledger must not drive the history.
  private void awaitFacts() {
    projector.catchUp(machine.lastFact() + 1, PATIENCE);
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    awaitFacts();
    return history.latest(keys);
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    awaitFacts();
    return history.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    awaitFacts();
    return history.tail(after, max);
  }

  @Override
  public long last() {
    awaitFacts();
    return history.last();
  }
}
