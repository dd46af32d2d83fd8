package io.metasched.simulation.driver.study;

/**
 * File that a study needs.
 *
 * @param name name of the file in the study
 * @param sha256 SHA-256 of its bytes, in hexadecimal digits
 * @param bytes length in bytes
 */
public record StudyFile(String name, String sha256, long bytes) {}
