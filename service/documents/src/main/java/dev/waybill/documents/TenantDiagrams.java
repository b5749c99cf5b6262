package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramState;
import dev.waybill.document.Diagrams;
import dev.waybill.document.NewDiagram;
import dev.waybill.documents.record.DiagramRemoval;
import java.util.Optional;
import java.util.function.Function;

/// The diagrams of one tenant.
public final class TenantDiagrams implements Diagrams {

  private final Waybill waybill;
  private final DiagramRemoval stored;
  private final Function<NewDiagram, AcceptedDiagram> requests;

  TenantDiagrams(
      Waybill waybill, DiagramRemoval stored, Function<NewDiagram, AcceptedDiagram> requests) {
    this.waybill = waybill;
    this.stored = stored;
    this.requests = requests;
  }

  @Override
  public AcceptedDiagram create(NewDiagram diagram) {
    return requests.apply(diagram);
  }

  @Override
  public Optional<Diagram> find(String diagramId) {
    return stored.facts().find(diagramId).map(this::settled).map(stored.content()::with);
  }

  @Override
  public Page<Diagram> list(String session, Page.Request page) {
    Page<Diagram> found = stored.facts().list(session, page);
    return new Page<>(found.items().stream().map(this::settled).toList(), found.nextCursor());
  }

  @Override
  public Payload svg(String diagramId) {
    Diagram diagram =
        stored
            .facts()
            .find(diagramId)
            .map(this::settled)
            .orElseThrow(() -> Diagrams.unknown(diagramId));
    if (diagram.state() != DiagramState.READY) {
      throw new WaybillException(
          Code.WRONG_STATE, "the diagram has no picture: its state is " + diagram.state().word());
    }
    return stored.content().findSvg(diagram).orElseThrow(() -> Diagrams.unknown(diagramId));
  }

  @Override
  public boolean delete(String diagramId) {
    return stored.remove(diagramId);
  }

  /// A diagram whose job has ended without it has failed. It is read once more then, because the
  /// job may have ended after the first look.
  private Diagram settled(Diagram diagram) {
    if (diagram.state() != DiagramState.PENDING) {
      return diagram;
    }
    Optional<Job> job = waybill.find(diagram.jobId());
    if (job.isPresent() && !job.get().progress().state().isTerminal()) {
      return diagram;
    }
    Diagram latest = stored.facts().find(diagram.id()).orElse(diagram);
    return latest.state() == DiagramState.PENDING ? latest.with(failed(latest, job)) : latest;
  }

  private static Diagram.Progress failed(Diagram diagram, Optional<Job> job) {
    return new Diagram.Progress(
        DiagramState.FAILED,
        diagram.progress().updatedAt(),
        diagram.progress().sources(),
        failure(job));
  }

  private static Diagram.Failure failure(Optional<Job> job) {
    if (job.isEmpty()) {
      return new Diagram.Failure("job_deleted", "the job was deleted before it finished");
    }
    if (job.get().progress().state() == State.CANCELLED) {
      return new Diagram.Failure("cancelled", "the job was cancelled");
    }
    Failure why = job.get().progress().failure();
    return why == null
        ? new Diagram.Failure("worker_lost", "the job ended without an answer of a worker")
        : new Diagram.Failure(why.errorClass(), why.message());
  }
}
