/// Tests of the facts about documents.
@NullMarked
package dev.waybill.documents.record;

import org.jspecify.annotations.NullMarked;
