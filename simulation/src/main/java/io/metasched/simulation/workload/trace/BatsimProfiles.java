package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Profiles of a Batsim workload, with their lengths. The length of a delay is given; the length of
 * a sequence is the sum of its parts times its repetitions. The length of any other profile depends
 * on a platform, as does the length of a sequence with such a part.
 *
 * <p>Cost: linear in the number of parts, because each length is computed once.
 */
final class BatsimProfiles {
  /** Maximum number of profiles, and of parts of all sequences together. */
  private static final int MOST = 1_000_000;

  private static final int MOST_NESTED = 100;
  private static final int UNDER_WAY = -1;

  private static final String ALLOWED =
      "an object { ... } for each of at most %d profiles".formatted(MOST);
  private static final List<String> DELAYS = List.of("delay", "DelayProfile");
  private static final List<String> SEQUENCES =
      List.of("composed", "sequence", "sequential_composition", "SequentialCompositionProfile");

  private record Profile(String type, long delayMilli, List<String> parts, int repeat) {}

  /**
   * Length of a profile.
   *
   * @param milli thousandths of a second; beyond {@link BatsimJson#MOST_MILLI} for anything longer;
   *     {@link BatsimJson#NO_TIME} if the length depends on a platform
   * @param type type that needs a platform; empty if none does
   * @param nested depth of nested sequences in the profile
   */
  record Length(long milli, String type, int nested) {}

  private final Map<String, Profile> profiles = new TreeMap<>();
  private final Map<String, Length> lengths = new TreeMap<>();
  private int parts;

  /** Reads the object of all profiles. */
  void read(BatsimJson json) throws IOException {
    json.requireObject("an object with the profiles by name");
    while (json.nextMember()) {
      json.requireObject(ALLOWED);
      if (profiles.size() == MOST) {
        throw json.wrong(ALLOWED);
      }
      profiles.put(json.name(), profile(json));
    }
  }

  private Profile profile(BatsimJson json) throws IOException {
    var type = "";
    long delay = BatsimJson.NO_TIME;
    int repeat = 1;
    List<String> sequence = List.of();
    while (json.nextMember()) {
      switch (json.name()) {
        case "type" -> type = json.text();
        case "delay" -> delay = json.milliOrMore();
        case "seq" -> sequence = json.texts(MOST - parts);
        case "repeat", "nb" -> repeat = json.whole();
        default -> json.skip();
      }
    }
    parts += sequence.size();
    if (type.isEmpty()) {
      throw json.wrong("a type in each profile");
    }
    if (DELAYS.contains(type) && delay < 0) {
      throw json.wrong("a delay from 0 on in a profile of type " + type);
    }
    return new Profile(type, delay, sequence, repeat);
  }

  /**
   * Returns the length of a profile.
   *
   * @throws IllegalArgumentException if the profile is unknown, contains itself or is nested too
   *     deeply
   */
  Length length(String name) {
    return length(name, 0);
  }

  private Length length(String name, int depth) {
    var known = lengths.get(name);
    if (known != null && known.nested() == UNDER_WAY) {
      throw new IllegalArgumentException(
          "the profile called %s contains itself".formatted(PrintableText.quoted(name)));
    }
    if (depth + (known == null ? 0 : known.nested()) > MOST_NESTED) {
      throw new IllegalArgumentException(
          "profiles may be nested up to %d deep".formatted(MOST_NESTED));
    }
    if (known != null) {
      return known;
    }
    lengths.put(name, new Length(0, "", UNDER_WAY));
    try {
      var length = computed(name, depth);
      lengths.put(name, length);
      return length;
    } catch (IllegalArgumentException e) {
      lengths.remove(name); // so that the next job of this profile gets the same reason
      throw e;
    }
  }

  private Length computed(String name, int depth) {
    var profile = profiles.get(name);
    if (profile == null) {
      throw new IllegalArgumentException(
          "there is no profile called " + PrintableText.quoted(name));
    }
    if (DELAYS.contains(profile.type())) {
      return new Length(profile.delayMilli(), "", 0);
    }
    if (!SEQUENCES.contains(profile.type())) {
      return new Length(BatsimJson.NO_TIME, profile.type(), 0);
    }
    long once = 0;
    var unknown = "";
    int nested = 0;
    for (var part : profile.parts()) {
      var length = length(part, depth + 1);
      once = atMost(once + Math.max(0, length.milli()));
      unknown = unknown.isEmpty() ? length.type() : unknown;
      nested = Math.max(nested, 1 + length.nested());
    }
    boolean isLong = once > 0 && profile.repeat() > BatsimJson.MOST_MILLI / once;
    long all = isLong ? BatsimJson.MOST_MILLI + 1 : atMost(once * profile.repeat());
    return new Length(unknown.isEmpty() ? all : BatsimJson.NO_TIME, unknown, nested);
  }

  private static long atMost(long milli) {
    return Math.min(milli, BatsimJson.MOST_MILLI + 1);
  }
}
