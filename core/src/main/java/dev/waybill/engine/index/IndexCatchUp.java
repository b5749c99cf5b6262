package dev.waybill.engine.index;

import dev.waybill.JobFilter;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import java.util.concurrent.TimeUnit;

/// Updates the search index before a search, so that it finds jobs that were just changed.
final class IndexCatchUp {

  private static final long LONGEST = TimeUnit.SECONDS.toNanos(1);

  private final JobStore jobs;
  private final JobIndexer indexer;

  IndexCatchUp(JobStore jobs, Catalog catalog) {
    this.jobs = jobs;
    this.indexer = new JobIndexer(jobs, catalog);
  }

  /// A list includes all acknowledged writes; the feed alone may lag behind them. False if the
  /// index is still behind afterwards.
  boolean run(String tenant) {
    jobs.browse(new JobQuery(tenant, JobFilter.ALL, 1, null));
    long begin = System.nanoTime();
    boolean more = true;
    while (more && System.nanoTime() - begin < LONGEST) {
      more = indexer.step();
    }
    return !more;
  }
}
