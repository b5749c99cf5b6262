/// Live events of jobs: one read from the store for all readers of a job.
@NullMarked
package dev.waybill.engine.feed;

import org.jspecify.annotations.NullMarked;
