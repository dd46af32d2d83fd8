package io.metasched.service.slurm;

import io.metasched.service.book.Transition;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Types of mails, which are Slurm's names of transitions. */
public final class MailTypes {
  /** Description of the types. */
  public static final String ALLOWED = "some of BEGIN, END, FAIL, REQUEUE, BOOKED and ALL";

  /** Types of Slurm for which no mail is sent. */
  private static final List<String> WITHOUT_MAIL =
      List.of(
          "NONE",
          "STAGE_OUT",
          "TIME_LIMIT",
          "TIME_LIMIT_90",
          "TIME_LIMIT_80",
          "TIME_LIMIT_50",
          "ARRAY_TASKS",
          "INVALID_DEPEND");

  private static final Map<String, List<Transition>> TRANSITIONS =
      Map.of(
          "BEGIN", List.of(Transition.STARTED),
          "END", List.of(Transition.ENDED),
          "FAIL", List.of(Transition.FAILED),
          "REQUEUE", List.of(Transition.REQUEUED),
          "BOOKED", List.of(Transition.BOOKED),
          "ALL",
              List.of(
                  Transition.BOOKED, Transition.STARTED, Transition.ENDED, Transition.REQUEUED));

  private MailTypes() {}

  private static List<String> words(String types) {
    return Arrays.stream(types.split(",", -1))
        .map(type -> type.strip().toUpperCase(Locale.ROOT))
        .toList();
  }

  /** Parses types separated by commas; empty for an unknown type. */
  public static Optional<Collection<Transition>> parse(String types) {
    return transitions(words(types));
  }

  /** Parses types, some of which have no effect here; empty for an unknown type. */
  static Optional<Collection<Transition>> ofSlurm(String types) {
    return transitions(words(types).stream().filter(each -> !WITHOUT_MAIL.contains(each)).toList());
  }

  private static Optional<Collection<Transition>> transitions(List<String> words) {
    var all = new LinkedHashSet<Transition>();
    words.forEach(each -> all.addAll(TRANSITIONS.getOrDefault(each, List.of())));
    return TRANSITIONS.keySet().containsAll(words) ? Optional.of(all) : Optional.empty();
  }
}
