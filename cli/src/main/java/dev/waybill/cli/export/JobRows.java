package dev.waybill.cli.export;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.settings.Limits;
import org.jspecify.annotations.Nullable;

/// Jobs, newest first.
record JobRows(Waybill waybill, JobFilter filter, ExportRange range) implements RowSource<Job> {

  static JobRows of(Waybill waybill, JobFilter filter, ExportRange range) {
    return new JobRows(waybill, filter.withCreated(range.from(), range.to()), range);
  }

  @Override
  public @Nullable String page(@Nullable String cursor, RowSink<Job> rows) {
    Page<Job> page = waybill.list(filter, new Page.Request(Limits.PAGE_SIZE, cursor));
    page.items().forEach(rows::add);
    if (!page.items().isEmpty()) {
      rows.passed(range.passed(page.items().getLast().createdAt()));
    }
    return page.nextCursor();
  }
}
