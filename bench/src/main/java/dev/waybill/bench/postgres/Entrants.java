package dev.waybill.bench.postgres;

import dev.waybill.bench.ProjectDirectory;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.DbSchedulerSubject;
import dev.waybill.bench.peer.JobRunrSubject;
import dev.waybill.bench.peer.PostgresDatabase;
import dev.waybill.bench.peer.WaybillSubject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Who takes part in the measures on PostgreSQL.
///
/// @param workers concurrent handlers of Waybill
/// @param peers whether others than the bare client do
public record Entrants(Scratch scratch, int workers, boolean peers) {

  List<Entrant> all() {
    List<Entrant> all = new ArrayList<>();
    all.add(waybill());
    all.add(
        new Entrant(
            PostgresMeasure.BARE,
            false,
            db -> new SubjectRacer(new BareJdbc(db, scratch.next("bare")), workers)));
    if (peers) {
      all.add(
          new Entrant(
              "db-scheduler",
              true,
              db -> new SubjectRacer(new DbSchedulerSubject(db), DbSchedulerSubject.WORKERS)));
      all.add(
          new Entrant(
              "JobRunr",
              true,
              db -> new SubjectRacer(new JobRunrSubject(db), JobRunrSubject.WORKERS)));
      all.addAll(forNode());
    }
    return all;
  }

  Entrant waybill() {
    return new Entrant(
        WaybillSubject.NAME, false, database -> new SubjectRacer(open(database), workers));
  }

  /// A server on a database, which is dropped when the server is closed.
  WaybillSubject open(PostgresDatabase database) {
    return WaybillSubject.on(database, scratch.next("local"), true);
  }

  /// One more server on a database.
  WaybillSubject openAlso(PostgresDatabase database) {
    return WaybillSubject.on(database, scratch.next("local"), false);
  }

  /// The peer that is compared where one is enough.
  List<Entrant> onePeer() {
    return forNode().stream().limit(1).toList();
  }

  private List<Entrant> forNode() {
    if (!peers) {
      return List.of();
    }
    Path root = ProjectDirectory.with(NodePeer.FETCH);
    if (!NodePeer.prepare(root)) {
      return List.of();
    }
    return NodePeer.NAMES.stream()
        .map(name -> new Entrant(name, false, database -> new NodePeer(name, database, root)))
        .toList();
  }
}
