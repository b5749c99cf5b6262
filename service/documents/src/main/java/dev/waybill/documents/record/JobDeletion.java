package dev.waybill.documents.record;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Deletes jobs whose results contain text of documents. A running job is canceled, and deleted
/// when it has ended.
public final class JobDeletion {

  private final Waybill waybill;
  private final Set<Running> running = ConcurrentHashMap.newKeySet();

  private record Running(String tenant, JobId id) {}

  public JobDeletion(Waybill waybill) {
    this.waybill = waybill;
  }

  public void delete(String tenant, JobId id) {
    Running job = new Running(tenant, id);
    if (!isDeleted(job)) {
      running.add(job);
      var _ = waybill.tenant(tenant).cancel(id);
    }
  }

  /// Deletes jobs that have ended in the meantime.
  public void deleteEnded() {
    running.removeIf(this::isDeleted);
  }

  private boolean isDeleted(Running job) {
    try {
      waybill.tenant(job.tenant()).delete(job.id());
      return true;
    } catch (WaybillException refused) {
      if (refused.code() == Code.WRONG_STATE) {
        return false;
      }
      if (refused.code() == Code.NOT_FOUND) {
        return true;
      }
      throw refused;
    }
  }
}
