/// The store on Redis: functions in Lua make every change of jobs and facts atomic on the server,
/// this package calls them.
@NullMarked
package dev.waybill.backend.redis;

import org.jspecify.annotations.NullMarked;
