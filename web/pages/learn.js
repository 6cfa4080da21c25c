export async function show() {}
