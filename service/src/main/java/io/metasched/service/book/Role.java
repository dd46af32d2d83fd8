package io.metasched.service.book;

import java.util.Locale;

/** What a principal may do. */
public enum Role {
  /** Submits jobs and sees its own. */
  USER,
  /** Says what of its nodes is for sale, and sees what is on them. */
  OWNER,
  /** May do everything. */
  ADMIN,
  /** Sees everything and changes nothing. */
  READER;

  /** Its name outside the program. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
