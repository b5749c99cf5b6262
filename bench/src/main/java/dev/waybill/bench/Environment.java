package dev.waybill.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Properties of the machine that explain the figures.
final class Environment {

  private Environment() {}

  static Map<String, String> now() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("cores", Integer.toString(system.getAvailableProcessors()));
    facts.put("memory", system.getTotalMemorySize() / (1 << 20) + " MB");
    facts.put("heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MB");
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", System.getProperty("java.vm.version"));
    facts.put("collector", ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName());
    return facts;
  }

  /// The load average of the last minute, including this program.
  static String load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return String.format(Locale.ROOT, "%.1f", load);
  }
}
