package io.metasched.metascheduler.deployment;

/**
 * A group of actors that start and stop together.
 *
 * @param deployment what the cluster has been formed for, 1 to 16 hexadecimal digits
 * @param name of the group in its deployment: words of small letters and digits with dashes between
 */
public record GroupId(String deployment, String name) {

  @Override
  public String toString() {
    return "%s-%s".formatted(deployment, name);
  }
}
