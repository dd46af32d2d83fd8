package io.metasched.service.site;

import java.util.regex.Pattern;

/**
 * Rule for names passed to the programs of a site, so that none is parsed as an option or a list.
 */
public final class SiteName {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,254}");

  private SiteName() {}

  /**
   * Returns whether a name has 1 to 255 letters, digits, dots, dashes and underscores, and begins
   * with neither a dot nor a dash.
   */
  public static boolean isAllowed(String name) {
    return ALLOWED.matcher(name).matches();
  }
}
