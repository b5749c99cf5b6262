/// Runs jobs as operating system processes: start, output and end become events of the job.
@NullMarked
package dev.waybill.runner;

import org.jspecify.annotations.NullMarked;
