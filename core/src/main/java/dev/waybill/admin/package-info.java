/// Administration: API keys, the audit log, the key of task tokens and the search index.
@NullMarked
package dev.waybill.admin;

import org.jspecify.annotations.NullMarked;
