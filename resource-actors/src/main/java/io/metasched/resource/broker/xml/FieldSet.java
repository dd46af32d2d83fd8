package io.metasched.resource.broker.xml;

import java.util.List;

/**
 * Fields of a record.
 *
 * @param required fields that must be given
 * @param optional fields that may be given
 */
record FieldSet(List<String> required, List<String> optional) {
  boolean has(String name) {
    return required.contains(name) || optional.contains(name);
  }

  @Override
  public String toString() {
    var names = String.join(", ", required);
    return optional.isEmpty() ? names : names + ", " + String.join(", ", optional);
  }
}
