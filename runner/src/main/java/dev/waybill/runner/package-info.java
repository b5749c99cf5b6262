/// Jobs that run a program: its start, output and end become events of the job.
@NullMarked
package dev.waybill.runner;

import org.jspecify.annotations.NullMarked;
