/// What administrators do: API keys, the audit log, the key of task tokens and the search index.
/// Depends on `dev.waybill` alone.
@NullMarked
package dev.waybill.admin;

import org.jspecify.annotations.NullMarked;
