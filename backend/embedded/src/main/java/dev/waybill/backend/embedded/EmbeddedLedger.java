package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.history.LedgerHistory;
import dev.waybill.backend.embedded.history.LedgerPruning;
import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.backend.embedded.live.DirectCommand;
import dev.waybill.backend.embedded.live.LedgerMachine;
import dev.waybill.backend.embedded.live.LedgerState;
import dev.waybill.backend.embedded.live.Weights;
import dev.waybill.backend.embedded.live.Writer;
import dev.waybill.backend.search.SqliteLookups;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The ledger of the embedded store: facts go through the same log as jobs.
final class EmbeddedLedger implements Ledger {

  private static final int CHUNK = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Writer writer;
  private final LedgerMachine machine;
  private final LedgerHistory history;
  private final LedgerPruning pruning;
  private final Expiry expiry;
  private final Projector projector;

  EmbeddedLedger(
      Writer writer, LedgerState state, Expiry expiry, SqliteLookups lookups, Projector projector) {
    this.writer = writer;
    this.machine = new LedgerMachine(state, expiry::isOver);
    this.history = new LedgerHistory(lookups, expiry);
    this.expiry = expiry;
    this.pruning = new LedgerPruning(expiry);
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

  /// Records facts in order, up to one that needs another look-up in the history.
  private List<Answer> recordSome(List<Fact> facts) {
    List<Fact> some = facts.subList(0, Math.min(facts.size(), CHUNK));
    LedgerMachine.Archived archived = archived(some);
    int weight = some.stream().mapToInt(Weights::fact).sum();
    return writer.call(
        new DirectCommand<>(
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

  private LedgerMachine.Archived archived(List<Fact> facts) {
    List<Fact> unknown = facts.stream().filter(fact -> !machine.isWhole(fact.key())).toList();
    return unknown.isEmpty()
        ? LedgerMachine.Archived.NOTHING
        : history.archived(unknown, machine::lastChangeOrForgotten);
  }

  /// Waits until the last change of the ledger is in the history. Does not wait for later jobs, so
  /// that readers of the ledger do not speed up the history.
  private void awaitFacts() {
    projector.catchUp(machine.lastChange() + 1, PATIENCE);
  }

  private void awaitFacts(LedgerKey key) {
    projector.catchUp(machine.lastChange(key) + 1, PATIENCE);
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    keys.forEach(this::awaitFacts);
    return history.latest(keys);
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    awaitFacts(key);
    return history.history(key, after, max, machine.lastChangeOrForgotten(key));
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return machine
        .newest()
        .after(after, max, fact -> !expiry.isOver(fact))
        .orElseGet(() -> olderTail(after, max));
  }

  private List<Fact.Recorded> olderTail(long after, int max) {
    awaitFacts();
    return history.tail(after, max);
  }

  @Override
  public long beforeNewest(int facts) {
    OptionalLong last = machine.newest().last();
    if (facts == 0 && last.isPresent()) {
      return last.getAsLong();
    }
    awaitFacts();
    return history.beforeNewest(facts);
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    writer.call(
        new DirectCommand<>(
            Weights.key(key),
            jobs -> {
              machine.delete(key, upTo, jobs.frame());
              return key;
            }));
  }

  @Override
  public int prune(int max) {
    return projector.onWriter(writable -> pruning.prune(writable, max));
  }
}
