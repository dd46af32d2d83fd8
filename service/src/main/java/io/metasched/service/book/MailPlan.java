package io.metasched.service.book;

import java.util.List;

/**
 * Mails about a job.
 *
 * @param to address of the receiver
 * @param transitions transitions about which a mail is sent
 */
public record MailPlan(String to, List<Transition> transitions) {
  public MailPlan {
    transitions = List.copyOf(transitions);
  }
}
