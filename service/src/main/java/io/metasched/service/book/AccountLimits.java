package io.metasched.service.book;

/**
 * Limits of an account.
 *
 * @param account limits on all jobs of the account
 * @param person limits on the jobs of each person in the account
 */
public record AccountLimits(Limits account, Limits person) {
  /** No own limits. */
  public static final AccountLimits NONE = new AccountLimits(Limits.NONE, Limits.NONE);

  /** Returns the limits in force for an account, including the defaults of the service. */
  public static AccountLimits of(BookState state, String account) {
    var usual = usual(state);
    return state
        .account(account)
        .flatMap(AccountRecord::limits)
        .map(own -> new AccountLimits(own.account.or(usual.account), own.person.or(usual.person)))
        .orElse(usual);
  }

  private static AccountLimits usual(BookState state) {
    return state.rules().flatMap(SchedulerRules::limits).orElse(NONE);
  }

  /** Returns whether any account of a state has limits on windows. */
  public static boolean boundAnyWindow(BookState state) {
    if (usual(state).boundWindows()) {
      return true;
    }
    for (var account : state.accounts().values()) {
      if (account.limits().filter(AccountLimits::boundWindows).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the highest priority that users may give to a job: that of each person, but not above
   * that of the account.
   *
   * @param usual priority of an account without an own one
   */
  public int priority(int usual) {
    int most = account.priority().orElse(usual);
    return Math.min(most, person.priority().orElse(most));
  }

  private boolean boundWindows() {
    return account.boundWindows() || person.boundWindows();
  }
}
