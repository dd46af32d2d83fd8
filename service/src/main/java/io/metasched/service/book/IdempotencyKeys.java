package io.metasched.service.book;

/**
 * Names of idempotency keys in the book. A key belongs to a principal and a route; in events of
 * earlier versions, a key has no route and belongs to an account.
 */
public final class IdempotencyKeys {
  private static final String BREAK = "\n"; // occurs in no header, path or name

  private IdempotencyKeys() {}

  /** Returns a key in the form for events, which includes the path of the request. */
  public static String of(String path, String key) {
    return path + BREAK + key;
  }

  /** Returns the name of a key from an event of this version or an earlier one. */
  static String name(String principal, String account, String key) {
    return (key.contains(BREAK) ? principal : account) + BREAK + key;
  }

  /** Returns the name of a key from an event of an earlier version. */
  static String earlierName(String account, String key) {
    return account + BREAK + key.substring(key.indexOf(BREAK) + 1);
  }
}
