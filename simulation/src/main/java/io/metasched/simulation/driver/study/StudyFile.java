package io.metasched.simulation.driver.study;

/**
 * A file that a study needs.
 *
 * @param name the name under which the study finds it
 * @param sha256 of its bytes, in hexadecimal digits
 * @param bytes its length
 */
public record StudyFile(String name, String sha256, long bytes) {}
