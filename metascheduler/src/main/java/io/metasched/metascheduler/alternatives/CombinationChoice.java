package io.metasched.metascheduler.alternatives;

/**
 * Algorithm that selects one alternative per job so that the batch as a whole is best for the VO
 * within its quota: problem (1), a multiple-choice knapsack.
 *
 * <p>Every problem has a choice. Of equally good choices, the one with the earliest-found
 * alternative of the first job wins, then of the second job, and so on. Implementations keep no
 * state between calls.
 */
public interface CombinationChoice {
  /** Returns the best combination under the problem's goal. */
  Choice choose(ChoiceProblem problem);
}
