/// Rules for the whole project: dependencies, documents and scripts.
@NullMarked
package dev.waybill.checks;

import org.jspecify.annotations.NullMarked;
