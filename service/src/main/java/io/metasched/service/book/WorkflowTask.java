package io.metasched.service.book;

/**
 * Place of a job in a workflow.
 *
 * @param workflow id of the workflow
 * @param name name of the job in the workflow, chosen by the user
 */
public record WorkflowTask(String workflow, String name) {}
