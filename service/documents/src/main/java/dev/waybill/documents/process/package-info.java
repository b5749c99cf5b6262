/// Processes uploads: the handler of their jobs, stage by stage.
@NullMarked
package dev.waybill.documents.process;

import org.jspecify.annotations.NullMarked;
