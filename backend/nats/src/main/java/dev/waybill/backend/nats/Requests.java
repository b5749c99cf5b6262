package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.REQUESTS;

import dev.waybill.JobId;
import dev.waybill.backend.nats.Wire.Held;
import dev.waybill.backend.nats.Wire.Purge;
import dev.waybill.backend.nats.Wire.Write;
import dev.waybill.backend.nats.Wire.Written;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// The bucket of request ids: which job each has made. An entry comes before its job; whoever finds
/// one without a job makes the job under the id that stands there.
final class Requests {

  private static final String STREAM = JobSubjects.streamOf(REQUESTS);

  /// Which job a request id stands for, and what was asked.
  record Entry(JobId job, Fingerprint fingerprint) {

    boolean asksTheSameAs(Draft draft) {
      return fingerprint.equals(fingerprintOf(draft));
    }
  }

  private final Wire wire;

  Requests(Wire wire) {
    this.wire = wire;
  }

  /// Whether each of these drafts was the first with its request id.
  List<Boolean> claim(List<Draft> drafts) {
    List<Write> writes =
        drafts.stream().map(draft -> Write.of(STREAM, subject(draft), 0, bytes(draft))).toList();
    return wire.writeAll(writes).stream().map(Written.At.class::isInstance).toList();
  }

  List<Optional<Entry>> find(List<Draft> drafts) {
    return wire.readAll(STREAM, drafts.stream().map(Requests::subject).toList()).stream()
        .map(held -> held.map(Requests::entry))
        .toList();
  }

  /// Forgets the request ids of jobs that are to be forgotten themselves.
  void forget(List<Draft> drafts) {
    List<Draft> named = drafts.stream().filter(draft -> draft.job().requestId() != null).toList();
    List<Optional<Held>> found =
        wire.readAll(STREAM, named.stream().map(Requests::subject).toList());
    List<Purge> purges = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      JobId job = named.get(i).key().id();
      found
          .get(i)
          .filter(held -> entry(held).job().equals(job))
          .ifPresent(held -> purges.add(new Purge(STREAM, held.subject(), held.revision())));
    }
    wire.purgeAll(purges);
  }

  private static String subject(Draft draft) {
    return JobSubjects.request(
        draft.key().tenant(), Objects.requireNonNull(draft.job().requestId()));
  }

  private static byte[] bytes(Draft draft) {
    Fingerprint print = fingerprintOf(draft);
    return new ByteSink(48)
        .number(draft.key().id().high())
        .number(draft.key().id().low())
        .number(print.high())
        .number(print.low())
        .number(ThreadLocalRandom.current().nextLong())
        .toBytes();
  }

  private static Entry entry(Held held) {
    ByteSource in = new ByteSource(held.bytes());
    JobId id = new JobId(in.number(), in.number());
    return new Entry(id, new Fingerprint(in.number(), in.number()));
  }

  private static Fingerprint fingerprintOf(Draft draft) {
    Fingerprint print = draft.fingerprint();
    return print == null ? new Fingerprint(0, 0) : print;
  }
}
