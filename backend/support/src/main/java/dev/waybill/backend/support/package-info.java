/// What stores share, whatever they keep their data in.
@NullMarked
package dev.waybill.backend.support;

import org.jspecify.annotations.NullMarked;
