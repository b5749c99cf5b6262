/// Waybill on PostgreSQL beside a bare client and the job queues that people use on PostgreSQL.
@NullMarked
package dev.waybill.bench.postgres;

import org.jspecify.annotations.NullMarked;
