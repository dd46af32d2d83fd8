package io.metasched.simulation.scenario;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sections whose names are chosen by users: one for each domain, node or user. */
public final class Sections {
  private Sections() {}

  /**
   * Section of a scenario.
   *
   * @param origin place in the scenario
   * @param keys keys that it contains, in alphabetical order
   * @param own values that it contains
   * @param inForce effective values; values not in the section are taken from the scenario itself
   */
  public record Section(String origin, List<String> keys, Values own, Values inForce) {

    /** Returns whether the section contains a key, or any key below that key. */
    public boolean has(String key) {
      return keys.stream().anyMatch(each -> each.equals(key) || each.startsWith(key + "."));
    }
  }

  /**
   * Returns the sections below a key, by name.
   *
   * @param allowed keys that each section may contain
   * @throws UsageException for any other key
   */
  public static SortedMap<String, Section> below(
      ScenarioText text, String key, Collection<String> allowed) {
    var sections = new TreeMap<String, Section>();
    var all = (ConfigObject) text.config().getValue(key);
    for (var entry : all.entrySet()) {
      var name = entry.getKey();
      var path = key + "." + PrintableText.line(name);
      var origin = ScenarioText.where(entry.getValue().origin());
      if (!(entry.getValue() instanceof ConfigObject section)) {
        throw new UsageException(
            "%s: %s: allowed is a section { ... }, given was a single value"
                .formatted(origin, path));
      }
      var keys = new ArrayList<String>();
      addKeys(section, "", path, allowed, keys);
      var own = section.toConfig();
      sections.put(
          name,
          new Section(
              origin + ": " + path,
              keys,
              new Values(own),
              new Values(own.withFallback(text.config()))));
    }
    return sections;
  }

  private static void addKeys(
      ConfigObject section,
      String prefix,
      String path,
      Collection<String> allowed,
      List<String> keys) {
    for (var key : section.keySet().stream().sorted().toList()) {
      var value = section.get(key);
      var below = prefix + ConfigUtil.joinPath(key);
      boolean isSection = allowed.stream().anyMatch(each -> each.startsWith(below + "."));
      if (isSection && value instanceof ConfigObject object) {
        addKeys(object, below + ".", path, allowed, keys);
      } else if (value != null && allowed.contains(below)) {
        keys.add(below);
      } else if (value != null) {
        throw new UsageException(
            "%s: unknown key '%s.%s'%s; allowed are %s"
                .formatted(
                    ScenarioText.where(value.origin()),
                    path,
                    PrintableText.line(below),
                    SpellingHint.hint(below, allowed),
                    String.join(", ", allowed)));
      }
    }
  }
}
