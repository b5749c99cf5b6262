/// Takes files: checks them, stores them, and enqueues the job that processes them.
@NullMarked
package dev.waybill.documents.upload;

import org.jspecify.annotations.NullMarked;
