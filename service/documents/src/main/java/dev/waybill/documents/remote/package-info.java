/// Calls of models that are services: errors, retries and rates.
@NullMarked
package dev.waybill.documents.remote;

import org.jspecify.annotations.NullMarked;
