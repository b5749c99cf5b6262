@NullMarked
package dev.waybill.backend.postgres.sql;

import org.jspecify.annotations.NullMarked;
