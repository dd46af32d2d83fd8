package io.metasched.simulation.report;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import org.jspecify.annotations.Nullable;

/** Escapes for JSON inside an HTML element: no text in it can end the element. */
final class PageEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes['<'] = ESCAPE_STANDARD;
    codes['>'] = ESCAPE_STANDARD;
    codes['&'] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    return null; // no custom escapes: those of JSON suffice
  }
}
