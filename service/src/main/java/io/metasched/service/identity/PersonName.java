package io.metasched.service.identity;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule for the name of a principal: a fixed name, or a claim with a suffix. The suffix begins with
 * the last {@code @} of the name, which names of own tokens do not contain. So a claim can equal
 * neither a name of the service nor a name with another suffix.
 *
 * @param claim claim at the beginning of the name; empty for a fixed name
 * @param text fixed name, or the suffix after the {@code @}
 */
public record PersonName(Optional<String> claim, String text) {
  /** Allowed texts, for messages. */
  public static final String ALLOWED =
      "a name of lower case letters, digits and hyphens, not admin or bank, or {CLAIM}@SUFFIX";

  private static final Pattern FIXED = Pattern.compile("(?!(admin|bank)$)[a-z][a-z0-9-]{0,31}");
  private static final Pattern TEMPLATE =
      Pattern.compile("\\{([A-Za-z0-9_.:/-]{1,100})}@([a-z0-9][a-z0-9-]{0,31})");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

  /** Parses a rule; empty if it is invalid. */
  public static Optional<PersonName> parse(String text) {
    var template = TEMPLATE.matcher(text);
    if (template.matches()) {
      return Optional.of(new PersonName(Optional.of(template.group(1)), template.group(2)));
    }
    return FIXED.matcher(text).matches()
        ? Optional.of(new PersonName(Optional.empty(), text))
        : Optional.empty();
  }

  /** Returns whether the name is the same for all claims. */
  public boolean isFixed() {
    return claim.isEmpty();
  }

  /** Returns the name for these claims; empty if the claim is missing or cannot be a name. */
  public Optional<String> of(IdentityClaims claims) {
    return isFixed()
        ? Optional.of(text)
        : claims
            .text(claim.get())
            .filter(value -> VALUE.matcher(value).matches())
            .map(value -> value + "@" + text);
  }
}
