/// Embedding models: the local one, and those of other services.
@NullMarked
package dev.waybill.documents.embed;

import org.jspecify.annotations.NullMarked;
