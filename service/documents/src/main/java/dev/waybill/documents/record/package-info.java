/// The documents of a tenant as facts in the ledger.
@NullMarked
package dev.waybill.documents.record;

import org.jspecify.annotations.NullMarked;
